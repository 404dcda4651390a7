/** The two media types the service talks in. Parameters and blanks around a type do not count. */
const amazonJson = 'application/x-amz-json-1.0'
const json = 'application/json'

export function isAcceptedMediaType(contentType: string | undefined): boolean {
  if (contentType === amazonJson) return true
  const type = bareType(contentType)
  return type === amazonJson || type === json
}

/** An answer repeats the type of its request. */
export function answerMediaType(contentType: string | undefined): string {
  return contentType === amazonJson || bareType(contentType) === amazonJson ? amazonJson : json
}

function bareType(contentType: string | undefined): string {
  if (contentType === undefined) return ''
  const parameters = contentType.indexOf(';')
  return (parameters === -1 ? contentType : contentType.slice(0, parameters)).trim()
}
