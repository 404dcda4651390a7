/**
 * moto's server, which implements AWS's services in Python: from PyPI, in a virtual environment in
 * the given folder, on a free port.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { installFromPypi, type PythonEnvironment } from './python-environment.js'

export interface MotoServer {
  readonly url: string
  stop(): Promise<void>
}

/** What its server needs for Kinesis; `moto[server]` is more than twice as large. */
const requirements = ['moto==5.2.5', 'flask', 'flask-cors']

/** Fails if PyPI cannot be reached or Python has no `venv`. */
export function installMoto(python: string, folder: string): PythonEnvironment {
  return installFromPypi(python, join(folder, 'moto'), requirements)
}

export async function startMoto(python: string): Promise<MotoServer> {
  const args = ['-m', 'moto.server', '--host', '127.0.0.1', '--port', '0']
  const child = spawn(python, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const left = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await left
  }
  // It logs every request, so its output is read until the end.
  const lines = createInterface({ input: child.stderr })
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const found = /Running on (http:\/\/[\d.:]+)/.exec(line)
      if (found !== null) resolve(found[1]!)
    })
    lines.on('close', () => reject(new Error('moto did not start')))
  })
  return { url, stop }
}
