/** The access key id that a request names, in its header or its query, whether or not it is genuine. */
export function claimedKeyId(authorization: string | undefined, query: string): string | undefined {
  const inHeader = /\bCredential=([^/, ]{1,128})\//.exec(authorization ?? '')?.[1]
  return inHeader ?? /(?:^|&)X-Amz-Credential=(\w{1,128})(?:%2F|\/)/i.exec(query)?.[1]
}
