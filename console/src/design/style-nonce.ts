/**
 * The pages' security policy lets in a `<style>` element only with the nonce of the page, which the
 * server writes into a meta element. CodeMirror and Radix make such
 * elements.
 */
export function styleNonce(page: Document = document): string {
  return page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Radix's overlays look for it in the variable of another bundler. */
export function giveStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
