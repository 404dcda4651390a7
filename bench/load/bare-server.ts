/**
 * The best that node:http can do: reads a body, parses its JSON, answers with JSON of the same size
 * as Gramme's answer, and does nothing else. Its parent sends the answers to use.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BareAnswers } from './bare-process.js'
import { targetHeader, targetPrefix } from './request.js'

const [given] = (await once(process, 'message')) as [BareAnswers]
const answers = new Map(Object.entries(given).map(([name, body]) => [targetPrefix + name, body]))

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => answer(request, Buffer.concat(chunks), response))
})

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
process.on('disconnect', () => process.exit())

function answer(request: IncomingMessage, body: Buffer, response: ServerResponse): void {
  const input = JSON.parse(body.toString('utf8')) as { readonly TableName?: string }
  const output = answers.get(String(request.headers[targetHeader]))
  const status = output === undefined || input.TableName === undefined ? 400 : 200
  const bytes = Buffer.from(JSON.stringify(output ?? {}))
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': bytes.length,
  })
  response.end(bytes)
}
