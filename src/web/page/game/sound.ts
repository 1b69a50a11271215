/* Sounds of the game, off by default: a few notes of an oscillator, no file. */

export type Sound = 'roll' | 'place' | 'made' | 'moment' | 'win' | 'end';

/** Frequency in hertz, when it starts and how long it is heard, in seconds. */
type Note = readonly [frequency: number, at: number, lasts: number];

const TUNES: Readonly<Record<Sound, readonly Note[]>> = {
  roll: [0, 1, 2, 3, 4].map((tick) => [150 + 35 * (tick % 3), 0.09 * tick, 0.04]),
  place: [[440, 0, 0.09]],
  made: [
    [659, 0, 0.12],
    [784, 0.1, 0.2],
  ],
  moment: [
    [523, 0, 0.12],
    [659, 0.1, 0.12],
    [784, 0.2, 0.12],
    [1047, 0.3, 0.3],
  ],
  win: [
    [523, 0, 0.15],
    [523, 0.18, 0.08],
    [659, 0.28, 0.15],
    [784, 0.45, 0.15],
    [1047, 0.62, 0.6],
  ],
  end: [
    [392, 0, 0.15],
    [523, 0.15, 0.15],
    [659, 0.3, 0.4],
  ],
};

const LOUDNESS = 0.08;

let context: AudioContext | null = null;

/** Browsers let it be heard only after somebody has clicked or typed something. */
export function play(sound: Sound): void {
  context ??= new AudioContext();
  const {currentTime, destination} = context;
  for (const [frequency, at, lasts] of TUNES[sound]) {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    oscillator.frequency.value = frequency;
    oscillator.type = 'triangle';
    gain.gain.setValueAtTime(LOUDNESS, currentTime + at);
    gain.gain.exponentialRampToValueAtTime(0.001, currentTime + at + lasts);
    oscillator.connect(gain).connect(destination);
    oscillator.start(currentTime + at);
    oscillator.stop(currentTime + at + lasts);
  }
}
