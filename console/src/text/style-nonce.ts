/**
 * The pages' security policy lets in a `<style>` element only with the nonce of the page, which the
 * server writes into a meta element. CodeMirror makes such an element.
 */
export function styleNonce(page: Document = document): string {
  return page.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
