/** A line to a server that can be cut and mended, at an address that stays the same. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  readonly url: string
  /** Connections end, and new ones are closed at once. */
  cut(): void
  mend(): void
  /** To a server that has come back elsewhere. */
  leadTo(port: number): void
  close(): void
}

export async function openLine(toPort: number): Promise<Line> {
  let port = toPort
  let isCut = false
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket))
  }
  const endAll = () => {
    for (const socket of open) socket.destroy()
  }
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const there = connect(port, '127.0.0.1')
    keep(socket)
    keep(there)
    socket.once('close', () => there.destroy())
    there.once('close', () => socket.destroy())
    socket.pipe(there).pipe(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      endAll()
    },
    mend: () => void (isCut = false),
    leadTo: (next) => void (port = next),
    close() {
      endAll()
      server.close()
    },
  }
}
