/**
 * What node:http can do at best: reads a body, parses its JSON and answers with JSON of the size that
 * Gramme answers with. The answers are rendered beforehand, so the comparison errs to its favour.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { itemOf, targetHeader, targetPrefix } from './requests.js'

const answers = new Map([
  [`${targetPrefix}GetItem`, Buffer.from(JSON.stringify({ Item: itemOf(0) }))],
  [`${targetPrefix}PutItem`, Buffer.from('{}')],
])

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
  const bytes = answers.get(String(request.headers[targetHeader]))
  const status = bytes === undefined || input.TableName === undefined ? 400 : 200
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': bytes?.length ?? 0,
  })
  response.end(bytes)
}
