/** What the door of DAX listens with: plain sockets, or TLS with the certificate of the server. */
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { Log } from '../../stdx/log.js'
import { CertificateWatch } from '../http/secure/certificate-watch.js'
import { readTlsFiles, tlsContextOf, type TlsFiles } from '../http/secure/tls-files.js'
import type { ReloadableCertificate } from '../http/transport.js'
import { tlsHandshakeMsMax } from '../limits.js'

export interface DaxTransport {
  readonly scheme: 'dax' | 'daxs'
  /** `onSocket` gets connections that are ready to be read; `onRaw` every connection, before that. */
  createServer(onRaw: (socket: Socket) => void, onSocket: (socket: Socket) => void): Server
  watch?(server: Server): ReloadableCertificate
}

export const plainDaxTransport: DaxTransport = {
  scheme: 'dax',
  createServer(onRaw, onSocket) {
    return createServer((socket) => {
      onRaw(socket)
      if (!socket.destroyed) onSocket(socket)
    })
  },
}

/** Throws `TlsFilesUnusable`. */
export async function secureDaxTransport(files: TlsFiles, log: Log): Promise<DaxTransport> {
  const material = await readTlsFiles(files)
  const isMutual = material.ca !== undefined
  return {
    scheme: 'daxs',
    createServer(onRaw, onSocket) {
      const server = createTlsServer({
        ...tlsContextOf(material),
        handshakeTimeout: tlsHandshakeMsMax,
        requestCert: isMutual,
        rejectUnauthorized: isMutual,
      })
      server.prependListener('connection', onRaw)
      server.on('secureConnection', onSocket)
      server.on('tlsClientError', (error, socket) => {
        log.debug('TLS handshake failed', { reason: error.message, address: socket.remoteAddress })
      })
      return server
    },
    watch(server) {
      const secure = server as ReturnType<typeof createTlsServer>
      return new CertificateWatch(files, material, log, (changed) =>
        secure.setSecureContext(tlsContextOf(changed)),
      )
    },
  }
}
