/** Hertz, one after the other. */
const TONES = [660, 880];
const TONE_SECONDS = 0.12;
const VOLUME = 0.08;

let context: AudioContext | undefined;

/** Two short tones. Browsers play nothing before the user has used the page. */
export function playSound(): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const [at, frequency] of TONES.entries()) {
    const begin = context.currentTime + at * TONE_SECONDS;
    const oscillator = new OscillatorNode(context, { frequency });
    const gain = new GainNode(context, { gain: VOLUME });
    gain.gain.setTargetAtTime(0, begin + TONE_SECONDS / 2, TONE_SECONDS / 4);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(begin);
    oscillator.stop(begin + 2 * TONE_SECONDS);
  }
}
