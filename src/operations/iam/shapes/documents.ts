/** AWS: policies are percent-encoded in answers, by RFC 3986. */
export function encodedDocument(document: string): string {
  return encodeURIComponent(document).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
