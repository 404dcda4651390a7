/**
 * The best that node:http can do: reads a body, parses its JSON, answers with JSON of the same size
 * as Gramme's answer, and does nothing else, except that it may flush each body to a file first. Its parent sends the
 * answers to use.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BareLog } from './bare-log.js'
import type { BareJob } from './bare-process.js'
import { targetHeader, targetPrefix } from './request.js'

const [job] = (await once(process, 'message')) as [BareJob]
const log = job.logPath === undefined ? undefined : new BareLog(job.logPath)
const answers = new Map(
  Object.entries(job.answers).map(([name, body]) => [targetPrefix + name, body]),
)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => void answer(request, Buffer.concat(chunks), response))
})

server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
process.on('disconnect', () => process.exit())

async function answer(
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const input = JSON.parse(body.toString('utf8')) as { readonly TableName?: string }
  const output = answers.get(String(request.headers[targetHeader]))
  const status = output === undefined || input.TableName === undefined ? 400 : 200
  const bytes = Buffer.from(JSON.stringify(output ?? {}))
  await log?.append(body)
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': bytes.length,
  })
  response.end(bytes)
}
