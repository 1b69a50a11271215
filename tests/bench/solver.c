/*
 * A floor for solvers: the values of all positions under the official rules, on one thread, by the method of
 * src/solver/README.md, with tables of its own, vectors of four, and rerolls as straight lines of code. Prints the value
 * of an empty card, and the seconds of processor time that it took.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

enum { KEEPS = 462, FIRST_ROLL = 210, BOXES = 13, UPPER = 63, YAHTZEE = 11, SETS = 1 << BOXES };

typedef double Four __attribute__((vector_size(32)));

static int counts[KEEPS][6], sizes[KEEPS];
static double chances[KEEPS];
static int points[KEEPS][BOXES];

static int lengths[64], totals[64][64], classes[64][64];
static int starts[SETS], open_counts[SETS];
static double values[450000];
static Four worth[KEEPS];

static Four larger(Four one, Four other) {
#ifdef __AVX__
    return _mm256_max_pd(one, other);
#else
    for (int i = 0; i < 4; i++) one[i] = one[i] > other[i] ? one[i] : other[i];
    return one;
#endif
}

static void score(int roll) {
    const int *count = counts[roll];
    int sum = 0, most = 0, pair = 0, run = 0, longest = 0;
    for (int face = 0; face < 6; face++) {
        sum += (face + 1) * count[face];
        if (count[face] > most) most = count[face];
        if (count[face] == 2) pair = 1;
        run = count[face] > 0 ? run + 1 : 0;
        if (run > longest) longest = run;
        points[roll][face] = (face + 1) * count[face];
    }
    points[roll][6] = most >= 3 ? sum : 0;
    points[roll][7] = most >= 4 ? sum : 0;
    points[roll][8] = most == 3 && pair ? 25 : 0;
    points[roll][9] = longest >= 4 ? 30 : 0;
    points[roll][10] = longest == 5 ? 40 : 0;
    points[roll][YAHTZEE] = most == 5 ? 50 : 0;
    points[roll][12] = sum;
}

static void make_keeps(void) {
    static const double factorial[] = {1, 1, 2, 6, 24, 120};
    int made = 1;
    for (int keep = 0; keep < made; keep++) {
        int last = 0;
        for (int face = 0; face < 6; face++)
            if (counts[keep][face] > 0) last = face;
        for (int face = last; face < 6 && sizes[keep] < 5; face++, made++) {
            memcpy(counts[made], counts[keep], sizeof counts[keep]);
            counts[made][face]++;
            sizes[made] = sizes[keep] + 1;
        }
    }
    for (int keep = 0; keep < KEEPS; keep++) {
        chances[keep] = 120.0 / 7776;
        for (int face = 0; face < 6; face++) chances[keep] /= factorial[counts[keep][face]];
        if (keep >= FIRST_ROLL) score(keep);
    }
}

static void mark_sums(int boxes, int sum, char *sums) {
    if (boxes == 0) {
        sums[sum] = 1;
        return;
    }
    int face = __builtin_ctz((unsigned)boxes);
    for (int count = 0; count <= 5; count++) mark_sums(boxes & (boxes - 1), sum + count * (face + 1), sums);
}

/** Upper totals that need the same sum for the bonus, or that it cannot come to any more, share a value. */
static void make_classes(void) {
    for (int open = 0; open < 64; open++) {
        char before[106] = {0}, after[106] = {0};
        int class_of_need[106], length = 0;
        memset(class_of_need, -1, sizeof class_of_need);
        mark_sums(UPPER ^ open, 0, before);
        mark_sums(open, 0, after);
        for (int sum = 0; sum < 106; sum++) {
            if (!before[sum]) continue;
            int total = sum < 63 ? sum : 63, need = 63 - total;
            while (need < 106 && !after[need]) need++;
            if (need == 106) need = 0;
            if (class_of_need[need] < 0) {
                totals[open][length] = total;
                class_of_need[need] = length++;
            }
            classes[open][total] = class_of_need[need];
        }
        for (; length % 4 > 0; length++) totals[open][length] = totals[open][length - 1];
        lengths[open] = length;
    }
}

static double upper_after(int rest, int run, int total, int scored) {
    int after = total + scored < 63 ? total + scored : 63;
    return scored + (after == 63 && total < 63 ? 35 : 0) + values[run + classes[rest & UPPER][after]];
}

static Four after(int open, int pays, int place, int box, int scored) {
    int rest = open ^ 1 << box, upper = open & UPPER;
    int run = starts[rest] + (box == YAHTZEE ? scored > 0 : pays) * lengths[rest & UPPER];
    Four result;
    for (int i = 0; i < 4; i++)
        result[i] = box < 6 ? upper_after(rest, run, totals[upper][place + i], scored)
                            : scored + values[run + place + i];
    return result;
}

/** Every choice of every roll: the same for all positions but for Yahtzees. */
static int choice_count, choice_boxes[256], choice_points[256], choice_of[BOXES][51];
static uint8_t choice_lists[KEEPS][BOXES + 1];
static Four choices[256];

static void make_choices(void) {
    for (int roll = FIRST_ROLL; roll < KEEPS; roll++)
        for (int box = 0, listed = 0; box < BOXES; box++) {
            int scored = points[roll][box];
            if (choice_of[box][scored] == 0) {
                choice_of[box][scored] = ++choice_count;
                choice_boxes[choice_count] = box;
                choice_points[choice_count] = scored;
            }
            if (scored > 0) choice_lists[roll][listed++] = (uint8_t)choice_of[box][scored];
        }
}

static void score_yahtzee(int open, int pays, int place, int face) {
    int is_joker = !(open >> YAHTZEE & 1), must_match = is_joker && (open >> face & 1);
    int must_be_lower = is_joker && !must_match && open > UPPER;
    int roll = FIRST_ROLL;
    while (counts[roll][face] < 5) roll++;
    Four best = {0};
    for (int box = 0; box < BOXES; box++) {
        if (!(open >> box & 1) || (must_match && box != face) || (must_be_lower && box < 6)) continue;
        int scored = is_joker && box >= 8 && box <= 10 ? "\31\36\50"[box - 8] : points[roll][box];
        best = larger(best, after(open, pays, place, box, scored));
    }
    worth[roll] = best + (pays ? 100.0 : 0.0);
}

static void score_rolls(int open, int pays, int place) {
    Four scratched = {0};
    for (int choice = 1; choice <= choice_count; choice++) {
        int box = choice_boxes[choice];
        if (!(open >> box & 1)) {
            choices[choice] = (Four){0};
            continue;
        }
        choices[choice] = after(open, pays, place, box, choice_points[choice]);
        if (choice_points[choice] == 0) scratched = larger(scratched, choices[choice]);
    }
    for (int roll = FIRST_ROLL; roll < KEEPS; roll++) {
        Four best = scratched;
        for (const uint8_t *choice = choice_lists[roll]; *choice > 0; choice++) best = larger(best, choices[*choice]);
        worth[roll] = best;
    }
    for (int face = 0; face < 6; face++) score_yahtzee(open, pays, place, face);
}

/* The two steps of a reroll, without a loop or a table: `bench:solver` writes them. */
#include "steps.h"

static void solve(int open) {
    int length = lengths[open & UPPER];
    for (int pays = 0; pays < 2 - (open >> YAHTZEE & 1); pays++)
        for (int place = 0; place < length; place += 4) {
            score_rolls(open, pays, place);
            for (int rerolls = 0; rerolls < 2; rerolls++) {
                average_keeps();
                choose_keeps();
            }
            Four mean = {0};
            for (int roll = FIRST_ROLL; roll < KEEPS; roll++) mean += worth[roll] * chances[roll];
            memcpy(values + starts[open] + pays * length + place, &mean, sizeof mean);
        }
}

int main(void) {
    int end = 0;
    make_keeps();
    make_classes();
    make_choices();
    for (int open = 0; open < SETS; open++) {
        open_counts[open] = __builtin_popcount((unsigned)open);
        starts[open] = end;
        end += lengths[open & UPPER] * 2;
    }
    for (int layer = 1; layer <= BOXES; layer++)
        for (int open = 0; open < SETS; open++)
            if (open_counts[open] == layer) solve(open);
    printf("%.12f %.3f\n", values[starts[SETS - 1]], (double)clock() / CLOCKS_PER_SEC);
    return 0;
}
