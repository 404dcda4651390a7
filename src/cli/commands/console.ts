/** `gramme console`: the web console for an endpoint that has none of its own, or that a browser cannot reach. */
import type { Command } from '../command.js'
import { readFlags, textOf, type Environment } from '../flags.js'
import { UsageError } from '../usage-error.js'

const usualPort = 8010

export const consoleCommand: Command = {
  name: 'console',
  summary: 'serve the web console for another endpoint',
  usage: ['console --endpoint http://127.0.0.1:8000 [--port 8010] [--region us-east-1]'],
  flags: [
    { flag: 'endpoint', placeholder: 'url', help: 'the endpoint whose tables are shown' },
    {
      flag: 'port',
      placeholder: 'number',
      help: `port on this machine; 0 picks a free one (${usualPort})`,
    },
    {
      flag: 'region',
      placeholder: 'name',
      variable: 'AWS_REGION',
      help: 'region to begin with (us-east-1)',
    },
  ],
  notes: [
    'Calls are signed with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. Without them the page asks for a\nkey and signs itself. Only a browser that opens the printed address gets through.',
  ],
  async run(args, environment) {
    const flags = readFlags(consoleCommand, args)
    const { serveConsole } = await import('../../server/serve-console.js')
    const endpoint = readEndpoint(textOf(flags, 'endpoint'))
    const region =
      textOf(flags, 'region') ??
      environment['AWS_REGION'] ??
      environment['AWS_DEFAULT_REGION'] ??
      'us-east-1'
    const key = keyIn(environment)
    const port = readPort(textOf(flags, 'port'))
    const forwarder = await serveConsole({ endpoint, port, region, key })
    const signer = key === undefined ? 'the page asks for a key' : `signed as ${key.accessKeyId}`
    process.stdout.write(
      `\n  The console of ${endpoint.origin}, ${signer}:\n  ${forwarder.address}\n\n  Ctrl+C stops it.\n\n`,
    )
    await stopped()
    await forwarder.stop()
  },
}

function readEndpoint(text: string | undefined): URL {
  if (text === undefined || !URL.canParse(text) || !/^https?:/.test(text)) {
    throw new UsageError('--endpoint must be an address like http://127.0.0.1:8000.')
  }
  return new URL('/', text)
}

function readPort(text = String(usualPort)): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new UsageError(`--port must be a whole number from 0 to 65535, not '${text}'.`)
}

function keyIn(environment: Environment) {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID']
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY']
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return { accessKeyId, secretAccessKey, sessionToken: environment['AWS_SESSION_TOKEN'] }
}

function stopped(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}
