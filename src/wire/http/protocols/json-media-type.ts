/** The media types of AWS JSON. Parameters and blanks around a type are ignored. */
const amazonJson = 'application/x-amz-json-1.0'
const amazonJson11 = 'application/x-amz-json-1.1'
const json = 'application/json'

/** Undefined for a type that is not JSON. */
export type JsonMediaType = typeof amazonJson | typeof amazonJson11 | typeof json

export function jsonMediaType(contentType: string | undefined): JsonMediaType | undefined {
  if (contentType === amazonJson) return amazonJson
  const type = bareType(contentType)
  return type === amazonJson || type === amazonJson11 || type === json ? type : undefined
}

export function bareType(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  const parameters = contentType.indexOf(';')
  return (parameters === -1 ? contentType : contentType.slice(0, parameters)).trim()
}
