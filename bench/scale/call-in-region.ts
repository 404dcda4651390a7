/** A single call of the public API in some region, to a server in open mode. */
import { headersOf } from '../load/request.js'

export async function callInRegion(
  url: string,
  region: string,
  operation: string,
  input: object,
): Promise<unknown> {
  const headers = headersOf(operation)
  const authorization = headers['authorization']!.replace('us-east-1', region)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, authorization },
    body: JSON.stringify(input),
  })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${body}`)
  return JSON.parse(body)
}
