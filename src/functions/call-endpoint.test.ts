/** Handlers behind an HTTP address: what is sent, and what counts as success. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { functionPayloadBytesMax } from '../triggers/limits.js'
import { callEndpoint } from './call-endpoint.js'

let answer: (response: ServerResponse) => void = (response) => response.end()
const received: { method?: string; type?: string; body: string }[] = []
const server = createServer((request, response) => void receive(request, response))

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method, headers } = request
  received.push({
    method: method!,
    type: headers['content-type']!,
    body: Buffer.concat(chunks).toString(),
  })
  answer(response)
}

function call(timeoutMs = 20_000, signal = new AbortController().signal) {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/changes`
  return callEndpoint({ kind: 'endpoint', url, timeoutMs }, '{"Records":[]}', signal)
}

describe('an endpoint', () => {
  before(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  it('receives the event as JSON', async () => {
    await call()
    const expected = { method: 'POST', type: 'application/json', body: '{"Records":[]}' }
    assert.deepEqual(received.at(-1), expected)
  })

  const rows: [string, (response: ServerResponse) => void, object][] = [
    ['an empty 200', (to) => to.end(), { kind: 'answered', answer: undefined }],
    ['a 204', (to) => to.writeHead(204).end(), { kind: 'answered', answer: undefined }],
    [
      'JSON',
      (to) => to.end('{"batchItemFailures":[]}'),
      { kind: 'answered', answer: { batchItemFailures: [] } },
    ],
    ['text', (to) => to.end('OK'), { kind: 'answered', answer: undefined }],
    [
      'a redirect',
      (to) => to.writeHead(302, { location: '/' }).end(),
      { kind: 'failed', reason: 'the endpoint answered 302' },
    ],
    [
      'a 500',
      (to) => to.writeHead(500).end('no'),
      { kind: 'failed', reason: 'the endpoint answered 500' },
    ],
    [
      'too much',
      (to) => to.end(Buffer.alloc(functionPayloadBytesMax + 1, 0x20)),
      { kind: 'failed', reason: 'the answer is too large' },
    ],
  ]
  for (const [what, behaviour, expected] of rows) {
    it(`that answers with ${what} returns ${JSON.stringify(expected)}`, async () => {
      answer = behaviour
      assert.deepEqual(await call(), expected)
    })
  }

  it('fails if it does not answer in time, or answers too slowly', async () => {
    const late = { kind: 'failed', reason: 'Task timed out after 0.20 seconds' }
    answer = () => undefined
    assert.deepEqual(await call(200), late)
    answer = (to) => void to.write('{')
    assert.deepEqual(await call(200), late)
  })

  it('fails if the connection breaks, or there is no listener', async () => {
    answer = (to) => to.destroy()
    assert.equal((await call()).kind, 'failed')
    const url = 'http://127.0.0.1:1/'
    const { signal } = new AbortController()
    const gone = await callEndpoint({ kind: 'endpoint', url, timeoutMs: 20_000 }, '{}', signal)
    assert.equal(gone.kind, 'failed')
  })

  it('is abandoned when the server stops', async () => {
    const stopping = new AbortController()
    answer = () => stopping.abort(new Error('the server stops'))
    assert.deepEqual(await call(20_000, stopping.signal), {
      kind: 'failed',
      reason: 'the server stops',
    })
  })
})
