/* One more question before something that is not undone with one tap. */

export function sure(button) {
  const dialog = document.createElement("dialog");
  dialog.className = "sure";
  const question = document.createElement("h2");
  question.id = "sure";
  question.textContent = button.dataset.sure;
  dialog.setAttribute("aria-labelledby", question.id);
  const choice = (words, kind, value) => {
    const one = document.createElement("button");
    Object.assign(one, { className: `button wide ${kind}`, textContent: words });
    one.addEventListener("click", () => dialog.close(value));
    return one;
  };
  dialog.append(question, choice(button.textContent.trim(), "danger", "yes"), choice(button.dataset.no, "primary", ""));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((decide) => {
    dialog.addEventListener("close", () => { dialog.remove(); decide(dialog.returnValue === "yes"); });
  });
}
