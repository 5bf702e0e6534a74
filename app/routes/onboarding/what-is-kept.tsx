/** When the answers of a form are kept before it is sent off, wherever a page says so. */
export function WhatIsKept() {
  return <>What you have typed is kept whenever you press a button.</>;
}
