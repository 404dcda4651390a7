/**
 * TLS for the HTTP door. node:https reads HTTP/1.1, behind the express lane, exactly as node:http does without
 * TLS; a connection that chose HTTP/2 in its handshake goes to node:http2.
 *
 * Loaded only by a server that has a certificate.
 */
import { createServer, type Server } from 'node:https'
import type { RequestListener, ServerOptions } from 'node:http'
import type { Log } from '../../../stdx/log.js'
import { tlsHandshakeMsMax } from '../../limits.js'
import type { Transport } from '../transport.js'
import { CertificateWatch } from './certificate-watch.js'
import { Http2Sessions } from './http2-sessions.js'
import { readTlsFiles, tlsContextOf, type TlsFiles, type TlsMaterial } from './tls-files.js'

/** Throws `TlsFilesUnusable`. With `ticketKeys`, sessions are resumed that other processes with the same began. */
export async function secureTransport(
  files: TlsFiles,
  log: Log,
  ticketKeys?: Buffer,
): Promise<Transport> {
  const material = await readTlsFiles(files)
  if (material.validToMs < Date.now()) log.warn('the certificate has expired', { file: files.cert })
  return {
    scheme: 'https',
    event: 'secureConnection',
    headers: ['Strict-Transport-Security', 'max-age=31536000', 'X-Content-Type-Options', 'nosniff'],
    createServer(options, onRequest) {
      const server = createTlsServer(material, options, onRequest, log)
      if (ticketKeys !== undefined) server.setTicketKeys(ticketKeys)
      return server
    },
    createHttp2: (timeouts, begin) => new Http2Sessions(timeouts, begin),
    watch: (server) => {
      const apply = (changed: TlsMaterial): void => {
        ;(server as Server).setSecureContext(tlsContextOf(changed))
        if (ticketKeys !== undefined) (server as Server).setTicketKeys(ticketKeys)
      }
      return new CertificateWatch(files, material, log, apply)
    },
  }
}

function createTlsServer(
  material: TlsMaterial,
  options: ServerOptions,
  onRequest: RequestListener,
  log: Log,
): Server {
  const isMutual = material.ca !== undefined
  const server = createServer(
    {
      ...options,
      ...tlsContextOf(material),
      ALPNProtocols: ['h2', 'http/1.1'],
      handshakeTimeout: tlsHandshakeMsMax,
      requestCert: isMutual,
      rejectUnauthorized: isMutual,
    },
    onRequest,
  )
  server.on('tlsClientError', (error, socket) => {
    log.debug('TLS handshake failed', { reason: error.message, address: socket.remoteAddress })
  })
  return server
}
