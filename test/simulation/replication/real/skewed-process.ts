/**
 * Loaded into a server's process before its own code (`node --import`): its clock is off by the milliseconds that a
 * file says, which may change while it runs. The address of this module names the file.
 */
import { readFileSync } from 'node:fs'

const lookIntervalMs = 20

const file = new URL(import.meta.url).searchParams.get('file')!
const now = Date.now.bind(Date)
let skewMs = 0

function look(): void {
  skewMs = Number(readFileSync(file, 'utf8'))
}

look()
setInterval(look, lookIntervalMs).unref()
Date.now = () => now() + skewMs
