/** Returns true if the values in a form on the page differ from those that it was loaded with. */
export function hasChanges(): boolean {
  return [...document.forms].some((form) => [...form.elements].some(isChanged));
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (control instanceof HTMLInputElement) {
    if (control.type === "hidden") return false;
    return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
  }
  if (!(control instanceof HTMLSelectElement)) return false;
  const options = [...control.options];
  // A select without a selected option shows its first option.
  const served = Math.max(
    0,
    options.findIndex((option) => option.defaultSelected),
  );
  return options.length > 0 && control.selectedIndex !== served;
}
