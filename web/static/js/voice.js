/* Sound and speech, when this phone's owner switched them on. */

let context = null;

export function announce(before, now) {
  if (!before?.match || !now.match || before.match.version === now.match.version) return;
  const last = now.match.turns[now.match.turns.length - 1];
  if (localStorage.getItem("tallytop-sound") === "on") chime(now.match.finished ? [523, 659, 784, 1047] : [659, 880]);
  if (localStorage.getItem("tallytop-speech") === "on" && last && "speechSynthesis" in window) {
    const spoken = new SpeechSynthesisUtterance(`${last.says} ${now.match.says}`);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(spoken);
  }
}

function chime(notes) {
  context ??= new AudioContext();
  notes.forEach((hertz, at) => {
    const tone = context.createOscillator();
    const loud = context.createGain();
    const start = context.currentTime + at * 0.12;
    tone.frequency.value = hertz;
    loud.gain.setValueAtTime(0.15, start);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
    tone.connect(loud).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  });
}
