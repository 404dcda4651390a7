/**
 * Calls a handler behind an HTTP address: the event is the body of a POST. A 2xx answer is a
 * success, with its JSON as the result, if it has any; everything else is a failure.
 *
 * The answer is read up to the size that Lambda allows and within the handler's time, which limits
 * the cost of slow and of endless answers.
 */
import { functionPayloadBytesMax } from '../triggers/limits.js'
import type { Invocation } from '../triggers/invocation.js'
import type { EndpointHandler } from '../triggers/trigger.js'

export async function callEndpoint(
  { url, timeoutMs }: EndpointHandler,
  event: string,
  signal: AbortSignal,
): Promise<Invocation> {
  const call = new AbortController()
  const stop = () => call.abort(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => call.abort(timedOut(timeoutMs)), timeoutMs)
  try {
    signal.throwIfAborted()
    return await post(url, event, call.signal)
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(call.signal.aborted ? call.signal.reason : error) }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}

async function post(url: string, event: string, signal: AbortSignal): Promise<Invocation> {
  const headers = { 'content-type': 'application/json' }
  // A redirect would turn the POST into a GET; it counts as an answer that is not 2xx.
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: event,
    redirect: 'manual',
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel()
    return { kind: 'failed', reason: `the endpoint answered ${response.status}` }
  }
  const text = await textOf(response)
  if (text === undefined) return { kind: 'failed', reason: 'the answer is too large' }
  return { kind: 'answered', answer: jsonOf(text) }
}

async function textOf({ body }: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > functionPayloadBytesMax) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** A success whose body is not JSON is still a success. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function timedOut(timeoutMs: number): Error {
  return new Error(`Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
