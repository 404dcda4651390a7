/** Serves an empty page under every name, on a port of its own: the front end of somebody. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PageServer extends AsyncDisposable {
  readonly port: number
}

export async function startPageServer(): Promise<PageServer> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>a page</title>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    [Symbol.asyncDispose]: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
