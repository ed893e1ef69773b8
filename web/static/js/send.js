/* Asking the companion for something, and saying so kindly when it refuses. */

let hiding = 0;

export function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, 5000);
}

export async function post(path, body) {
  let response;
  try {
    response = await fetch(`/api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    return { problems: [document.body.dataset.offline] };
  }
  const told = await response.json().catch(() => ({}));
  if (response.ok) return told;
  const messages = (told.problems || []).map((problem) => problem.message);
  return { problems: messages.length ? messages : [document.body.dataset.failed] };
}

export async function ask(path, body) {
  const told = await post(path, body);
  const refused = told.problems && !("number" in told);
  if (refused) toast(told.problems.join(" "));
  return !refused;
}
