/**
 * Which requests are for S3: those whose credential is scoped to it, in the header or in the query of a presigned
 * address. So one address serves DynamoDB and the buckets, and a tool that is given it finds both.
 */
import { headerOf, queryOf, type RequestHead } from '../message.js'
import { credentialService } from '../../sigv4/credential-service.js'

export function isS3(request: RequestHead): boolean {
  // A browser asks before it sends what it means, which is then claimed.
  if (request.method === 'OPTIONS' || isCall(request)) return false
  const service = credentialService(headerOf(request, 'authorization'))
  return service === undefined ? isPresigned(queryOf(request)) : service === 's3'
}

/** S3 has no operation there: it is a call of another service, with a wrong scope. */
function isCall({ method, url }: RequestHead): boolean {
  return method === 'POST' && url === '/'
}

const credential = /(?:^|&)X-Amz-Credential=([^&]*)/

function isPresigned(query: string): boolean {
  const [, text] = credential.exec(query) ?? []
  return (
    text !== undefined &&
    /\/s3\/aws4_request$/.test(text.replaceAll('%2F', '/').replaceAll('%2f', '/'))
  )
}
