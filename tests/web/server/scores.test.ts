/* Scores that are posted: who enters the hall of fame, how, and that the terminal sees the same. */
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate as nextTurn} from 'node:timers/promises';
import * as assert from 'uvu/assert';
import {parseHallOfFame} from '../../../src/game/hall-of-fame.js';
import {openHalls} from '../../../src/web/server/scores.js';
import {FIVEDICE} from '../../support/command.js';
import {inPlace} from '../../support/place.js';
import {wholeGame} from '../../support/play.js';
import type {Answered} from '../../support/requests.js';
import {game, pointsOf, seeded} from '../../support/seeded-games.js';
import {gameText, suiteAtServer} from '../../support/served.js';

const [ANN = 0] = pointsOf(7, 1);
const entriesIn = ({body}: Answered, kind: string): unknown =>
  JSON.parse(body).halls.find(
    ({rules, columns}: {rules: string; columns: number}) => `${rules} ${columns}` === kind,
  ).entries;

suiteAtServer('a game that is posted', (atServer) => {
  atServer('enters its names and totals, best first, with places', async (serve, {read, write}) => {
    const [first = 0, second = 0] = pointsOf(7, 2);
    const players = ['<b>Ann</b>', 'Bob'] as const;
    write({'h.txt': `${Math.max(first, second)},Cy\n`});
    const {posts, gets, ends} = await serve();
    const {status, body} = await posts(gameText(7, {players}));
    const both = [first, second].map((score, index) => ({name: players[index] ?? '', score, mark: 'seeded'}));
    const scores = both.sort((one, other) => other.score - one.score);
    const placed = scores.map((score, index) => ({...score, place: index + 2}));
    assert.is(status, 200);
    assert.equal(JSON.parse(body), {rules: 'official', columns: 1, scores: placed});
    const cy = {name: 'Cy', score: Math.max(first, second)};
    assert.equal(entriesIn(await gets('/scores'), 'official 1'), [cy, ...scores]);
    assert.is(
      read('h.txt'),
      `${cy.score},Cy\n${scores.map(({name, score}) => seeded(score, name)).join('')}`,
    );
    assert.is((await ends()).stderr, '');
  });

  atServer('enters the hall of its rules and columns, marked', async (serve, {read}) => {
    const {posts, gets} = await serve();
    const [three = 0] = pointsOf(7, 1, 3);
    await posts(gameText(7, {rules: 'cs106a', columns: 3, mark: 'seeded'}));
    await posts(gameText(7).replace('"checksum": "', '"checksum": "x'));
    assert.is(read('h-cs106a-3-columns.txt'), seeded(three, 'Ann'));
    assert.is(read('h.txt'), `${ANN},Ann\tedited\n`);
    const answer = await gets('/scores');
    assert.equal(entriesIn(answer, 'cs106a 3'), [{name: 'Ann', score: three, mark: 'seeded'}]);
    assert.equal(entriesIn(answer, 'official 1'), [{name: 'Ann', score: ANN, mark: 'edited'}]);
    assert.equal(entriesIn(answer, 'bonus 2'), []);
    assert.is(JSON.parse(answer.body).halls.length, 12);
  });

  atServer('without a place is told so, and changes nothing', async (serve, {read, write}) => {
    const full = Array.from({length: 10}, (_, index) => `${900 - index},old\n`).join('');
    write({'h.txt': full});
    const {posts} = await serve();
    assert.is(JSON.parse((await posts(gameText(7))).body).scores[0].place, null);
    assert.is(read('h.txt'), full);
  });

  atServer('is accepted once, however it is written, also at the same time', async (serve, {read}) => {
    const {posts} = await serve();
    const text = gameText(7);
    const undone = text.replace(/(\{"action":"place".*?\}),/, '$1, {"action":"undo"}, $1,');
    assert.is.not(undone, text);
    const same = [text, text, JSON.stringify(JSON.parse(text)), undone];
    const statuses = (await Promise.all(same.map(posts))).map(({status}) => status);
    assert.equal(statuses.sort(), [200, 409, 409, 409]);
    assert.is(read('h.txt').split('\n').length, 2);
    // Not by another way to write the name either.
    for (const name of ['Ann\u200b', 'Ann ', 'ＡＮＮ', '\u3164Ann'])
      assert.is((await posts(gameText(7, {players: [name]}))).status, 409, name);
    // Whoever else plays with these dice is welcome.
    assert.is((await posts(gameText(7, {players: ['Bob']}))).status, 200);
  });

  atServer('is marked unless dealt here, and counts once even after a restart', async (serve, {read}) => {
    const marks = (): string[] =>
      read('h.txt')
        .trim()
        .split('\n')
        .map((line) => line.replace(/^\d+,/, ''))
        .sort();
    const {posts, deals, ends} = await serve();
    const seeds = [await deals(), await deals()];
    assert.is.not(seeds[0], seeds[1]);
    const [first = 0, second = 0] = seeds;
    const names = Array.from({length: 4}, (_, index) => `Eve ${index}`);
    for (const name of ['Ann', ...names]) await posts(gameText(first, {players: [name]}));
    assert.equal(marks(), ['Ann', ...names.map((name) => `${name}\tseeded`)]);
    await ends();
    const again = await serve();
    assert.is((await again.posts(gameText(first))).status, 409);
    for (const players of [['Dee'], ['Fay']]) await again.posts(gameText(second, {players}));
    await again.posts(gameText(second + 1, {players: ['Gil']}));
    assert.equal(marks().slice(1), [
      'Dee',
      ...names.map((name) => `${name}\tseeded`),
      'Fay\tseeded',
      'Gil\tseeded',
    ]);
    // By other rules they are the same dice.
    await again.posts(gameText(second, {rules: 'bonus'}));
    assert.match(read('h-bonus.txt'), /^\d+,Ann\tseeded\n$/);
  });

  atServer('may be posted again if it could not be entered', async (serve, {folder, write, read}) => {
    write({'d/h.txt': ''});
    const {posts, gets, complains} = await serve(['--scores', 'd/h.txt']);
    write({'d/h.txt': 'Dear diary\n'});
    const {status, body} = await posts(gameText(7));
    assert.is(status, 503);
    const reason = 'd/h.txt: no line of it is "score,name", so it is not changed';
    assert.equal(JSON.parse(body), {reason});
    assert.is(await complains(), `fivedice: ${reason}`);
    assert.is((await gets('/scores')).status, 503);
    assert.equal(readdirSync(join(folder, 'd')), ['h.txt', 'h.txt.dice']);
    write({'d/h.txt': ''});
    assert.is((await posts(gameText(7))).status, 200);
    assert.is(read('d/h.txt'), seeded(ANN, 'Ann'));
  });

  atServer('is the longest that can be played without undo, too', async (serve) => {
    const {posts} = await serve();
    const players = ['A', 'B', 'C', 'D'].map((name) => '東'.repeat(39) + name);
    const text = gameText(7, {players, columns: 3, rules: 'free-joker', rerolls: true});
    assert.ok(Buffer.byteLength(text) > 27_000, `${Buffer.byteLength(text)}`);
    assert.is((await posts(text)).status, 200);
  });
});

suiteAtServer('many games that are posted', (atServer, test) => {
  atServer('at two servers, 100 at once: the file is whole at any moment', async (serve, {folder, read}) => {
    const servers = [await serve(), await serve()];
    const seeds = Array.from({length: 100}, (_, index) => index + 1);
    const scoreOf = (seed: number): number => pointsOf(seed, 1)[0] ?? 0;
    const path = join(folder, 'h.txt');
    let isOver = false;
    const reading = (async () => {
      let reads = 0;
      for (; !isOver; await nextTurn()) {
        if (!existsSync(path)) continue;
        const bytes = readFileSync(path);
        const {entries, broken} = parseHallOfFame(bytes);
        assert.equal(broken, []);
        assert.ok(entries.length >= 1 && entries.length <= 10 && bytes.at(-1) === 0x0a, `${bytes}`);
        for (const {name, score} of entries) assert.is(score, scoreOf(Number(name)));
        reads += 1;
      }
      return reads;
    })();
    const posted = seeds.map((seed) => servers[seed % 2]?.posts(gameText(seed, {players: [`${seed}`]})));
    assert.ok((await Promise.all(posted)).every((answer) => answer?.status === 200));
    isOver = true;
    assert.ok((await reading) > 1);
    const best = seeds.map(scoreOf).sort((one, other) => other - one);
    assert.is(read('h.txt').replace(/,.*/g, ''), `${best.slice(0, 10).join('\n')}\n`);
    assert.equal(readdirSync(folder).sort(), ['h.txt', 'h.txt.dice', 'installed']);
    const [one, other] = await Promise.all(servers.map(({gets}) => gets('/scores')));
    assert.is(one?.body, other?.body);
    for (const {ends} of servers) assert.is((await ends()).stderr, '');
  });

  test(
    'others are read before one is entered: a slow disk makes none of them late',
    inPlace(async ({folder}) => {
      const hall = join(folder, 'h');
      const answered = openHalls(hall).post(Buffer.from(gameText(7)));
      // Whatever does not wait for the next turn is done by then.
      for (let count = 0; count < 1000; count += 1) await null;
      assert.not(existsSync(hall));
      assert.is((await answered).status, 200);
      assert.ok(existsSync(hall));
    }),
  );
});

suiteAtServer('the terminal and the server', (atServer) => {
  atServer('have the same hall of fame, where games keep it', async (serve, {fivedice, run}) => {
    const {posts, gets, ends} = await serve([]);
    await posts(gameText(7));
    assert.is((await fivedice('scores')).stdout, `Hall of fame, official\n 1. ${ANN} Ann (seeded)\n`);
    const [bob = 0] = pointsOf(8, 1, 2);
    await run(FIVEDICE, ['play', ...game(8, 'Bob', '--columns', '2')], {input: wholeGame(1, 2)});
    const answer = await gets('/scores');
    assert.equal(entriesIn(answer, 'official 1'), [{name: 'Ann', score: ANN, mark: 'seeded'}]);
    assert.equal(entriesIn(answer, 'official 2'), [{name: 'Bob', score: bob, mark: 'seeded'}]);
    assert.equal(await ends().then(({stderr, exitCode}) => [stderr, exitCode]), ['', 0]);
  });

  atServer('deal dice for each other', async (serve, {fivedice, read, write, run}) => {
    const {deals, posts} = await serve([]);
    const play = ['play', '--save', 's', '--players', 'Ann'];
    await run(FIVEDICE, play, {input: '\n'});
    const {seed} = JSON.parse(read('s')).setup.dice;
    assert.is(JSON.parse((await posts(gameText(seed))).body).scores[0].mark, undefined);
    write({s: gameText(await deals(), {players: ['Bob'], length: 25})});
    await run(FIVEDICE, ['play', '--save', 's'], {input: 'score\n15\n'});
    const {stdout} = await fivedice('scores');
    assert.match(stdout, /^Hall of fame, official\n 1\. +\d+ (Ann|Bob)\n 2\. +\d+ (Ann|Bob)\n$/);
  });

  atServer('report broken lines, and keep them aside', async (serve, {write, read}) => {
    write({'h.txt': '5,Cy\nbroken\n'});
    const {posts, complains} = await serve();
    assert.match(await complains(), 'fivedice: h.txt: line 2 is passed over');
    await posts(gameText(7));
    assert.equal([read('h.txt'), read('h.txt.broken')], [`${seeded(ANN, 'Ann')}5,Cy\n`, 'broken\n']);
  });

  atServer('go on without a hall of fame that nobody named', async (serve, {write, folder, env}) => {
    write({file: ''});
    const {complains, gets, posts} = await serve([], {...env, XDG_DATA_HOME: join(folder, 'file')});
    assert.match(await complains(), /^fivedice: no hall of fame: .*\/file\/fivedice: /);
    assert.is((await gets('/')).status, 200);
    assert.is((await posts(gameText(7))).status, 503);
  });
});
