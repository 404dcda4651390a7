/** One call of IAM, signed, as a form; the answer is XML. For tests without a client of IAM. */
import assert from 'node:assert/strict'
import { signedHeaders, type Credentials } from './sign.js'

export async function exchangeForm(
  url: string,
  credentials: Omit<Credentials, 'region'>,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const body = new URLSearchParams({ Version: '2010-05-08', ...parameters }).toString()
  const request = { host: new URL(url).host, body, at: new Date(), service: 'iam' }
  const signed = signedHeaders({ ...credentials, region: 'us-east-1' }, request)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...signed }
  const answer = await fetch(url, { method: 'POST', body, headers })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  return text
}
