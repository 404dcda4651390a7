/** The access key id and the region that a request names, in its header or its query, whether or not it is genuine. */
export interface ClaimedCredential {
  readonly accessKeyId?: string | undefined
  readonly region?: string | undefined
}

const inHeader = /\bCredential=([^/, ]{1,128})\/(?:[^/, ]*\/([a-z0-9-]{1,64})\/)?/
const inQuery =
  /(?:^|&)X-Amz-Credential=(\w{1,128})(?:%2F|\/)(?:\w*(?:%2F|\/)([a-z0-9-]{1,64})(?:%2F|\/))?/i

export function claimedCredential(
  authorization: string | undefined,
  query: string,
): ClaimedCredential {
  const [, accessKeyId, region] = inHeader.exec(authorization ?? '') ?? inQuery.exec(query) ?? []
  return { accessKeyId, region }
}
