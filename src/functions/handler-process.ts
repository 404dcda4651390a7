/**
 * The program of a handler's process: loads the module, then calls its handler with one event after
 * the other, as Lambda's runtime for Node does. It talks to the server over the fourth file
 * descriptor, so standard output belongs to the handler.
 *
 * It ends with the server, however the server ends: the connection closes, and a separate thread
 * notices this even if the handler never yields. If memory runs out, the system should kill this
 * process and not the server.
 */
import { writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { functionPayloadBytesMax } from '../triggers/limits.js'
import { encodeFrame, FrameReader } from './frames.js'
import type { FromFunction, FunctionIdentity, ToFunction } from './function-messages.js'
import { callHandler, type LambdaHandler } from './call-handler.js'
import { loadHandler } from './load-handler.js'
import { killGroup } from './process-group.js'

const connection = new Socket({ fd: 3 })
let loaded: { readonly handler: LambdaHandler; readonly identity: FunctionIdentity } | undefined

offerFirst()
watchServer()
const frames = new FrameReader(2 * functionPayloadBytesMax)
connection.on('data', (chunk) => {
  for (const message of frames.push(chunk)) void obey(JSON.parse(message) as ToFunction)
})
connection.on('close', leave)
connection.on('error', leave)

async function obey(message: ToFunction): Promise<void> {
  if (message.kind === 'load') return tell(await load(message.identity))
  const { requestId } = message
  try {
    const { handler, identity } = loaded!
    const answer = await callHandler(handler, identity, message)
    tell({ kind: 'answered', requestId, answer })
  } catch (error) {
    console.error(error)
    tell({ kind: 'failed', requestId, reason: reasonOf(error) })
  }
}

async function load(identity: FunctionIdentity): Promise<FromFunction> {
  try {
    loaded = { handler: await loadHandler(identity), identity }
    return { kind: 'loaded' }
  } catch (error) {
    console.error(error)
    return { kind: 'unloadable', reason: reasonOf(error) }
  }
}

function tell(message: FromFunction): void {
  connection.write(encodeFrame(spelled(message)))
}

/** An answer that cannot be written as JSON is an error of the handler. */
function spelled(message: FromFunction): string {
  try {
    return JSON.stringify(message)
  } catch (error) {
    const { requestId } = message as { requestId: string }
    return JSON.stringify({ kind: 'failed', requestId, reason: reasonOf(error) })
  }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.slice(0, 4096)
}

/** Linux kills the process with the highest score first. Other systems have no such file. */
function offerFirst(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    return
  }
}

/** With everything that the handler has started. */
function leave(): void {
  killGroup(process.pid)
  process.exit(0)
}

function watchServer(): void {
  const target = process.platform === 'win32' ? 'process.pid' : '-process.pid'
  const program = `
    const parent = process.ppid
    setInterval(() => {
      if (process.ppid !== parent) process.kill(${target}, 'SIGKILL')
    }, 1000)`
  new Worker(program, { eval: true }).unref()
}
