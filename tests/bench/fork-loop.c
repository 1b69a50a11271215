/*
 * The floor under any marker: starts PROGRAM on FOLDER/1.in … FOLDER/N.in through a pipe, compares what it prints
 * with FOLDER/K.out, and prints how many are the same. No limits, no diagnosis.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static size_t read_all(int fd, char *buffer, size_t size) {
    size_t length = 0;
    ssize_t got;
    while (length < size && (got = read(fd, buffer + length, size - length)) > 0) length += (size_t)got;
    return length;
}

int main(int argc, char **argv) {
    static char expected[65536], actual[65536];
    if (argc != 4) return 2;
    int same = 0;
    for (int number = 1; number <= atoi(argv[3]); number++) {
        char in[4096], out[4096];
        snprintf(in, sizeof in, "%s/%d.in", argv[2], number);
        snprintf(out, sizeof out, "%s/%d.out", argv[2], number);
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) return 2;
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 0, in, O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        char *child_argv[] = {argv[1], NULL};
        pid_t child;
        if (posix_spawn(&child, argv[1], &actions, NULL, child_argv, environ) != 0) return 2;
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        size_t length = read_all(ends[0], actual, sizeof actual);
        close(ends[0]);
        int status;
        waitpid(child, &status, 0);
        int golden = open(out, O_RDONLY);
        size_t wanted = read_all(golden, expected, sizeof expected);
        close(golden);
        same += WIFEXITED(status) && length == wanted && memcmp(actual, expected, length) == 0;
    }
    printf("%d\n", same);
    return 0;
}
