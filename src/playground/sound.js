// A click for each stone and a short vibration, for those who want them.

/** @type {AudioContext | null} */
let context = null;

/** @param {number} pitch In hertz. */
export function click(pitch) {
    context ??= new AudioContext();
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    tone.type = "triangle";
    volume.gain.setValueAtTime(0.18, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.12);
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.13);
}

/** Whether this device can: those without touch accept the call and do nothing. */
export const canVibrate = "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches;
/** @param {number} ms */
export const vibrate = ms => void navigator.vibrate?.(ms);
