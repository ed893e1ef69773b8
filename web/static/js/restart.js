/* The companion starts again: look for it until it answers, then go back to the score. */

const EVERY_MS = 1500;

async function look() {
  try {
    const response = await fetch("/api/snapshot", { cache: "no-store" });
    if (response.ok) { location.href = "/"; return; }
  } catch { /* not yet */ }
  setTimeout(look, EVERY_MS);
}

setTimeout(look, 2 * EVERY_MS);
