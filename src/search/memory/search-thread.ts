/** The program of a search thread: see `thread-program.ts`. */
import { parentPort, workerData } from 'node:worker_threads'
import { assert } from '../../stdx/assert.js'
import type { ShareSettings } from '../../vectors/index-share.js'
import type { ThreadQuestion } from './thread-messages.js'
import { ThreadProgram } from './thread-program.js'

assert(parentPort !== null, 'a search thread was started by another thread')
const port = parentPort
const program = new ThreadProgram(workerData as ShareSettings)
port.on('message', (question: ThreadQuestion) => port.postMessage(program.answer(question)))
