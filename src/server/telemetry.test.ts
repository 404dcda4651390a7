/** A server whose collector is of no help. */
import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { telemetryStopMsMax } from '../telemetry/limits.js'
import { serving } from './serving-suite.js'

const patience = 'OTEL_EXPORTER_OTLP_TIMEOUT'

describe('a server with a collector', () => {
  after(() => {
    delete process.env[patience]
  })

  it('answers and stops though the collector takes nothing', async () => {
    process.env[patience] = '100'
    await listTables('http://127.0.0.1:1')
  })

  it('answers and stops though the collector never answers', async () => {
    // Longer than stopping waits.
    process.env[patience] = String(telemetryStopMsMax + 500)
    const sockets: Socket[] = []
    const deaf = createServer((socket) => void sockets.push(socket.resume()))
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
    const { port } = deaf.address() as AddressInfo
    try {
      await listTables(`http://127.0.0.1:${port}`)
      assert.ok(sockets.length > 0)
    } finally {
      for (const socket of sockets) socket.destroy()
      deaf.close()
    }
  })

  it('says which packages it needs', async () => {
    const { findTelemetryPackageFault } = await import('../telemetry/telemetry-packages.js')
    assert.equal(findTelemetryPackageFault(), undefined)
    assert.match(
      findTelemetryPackageFault('/nowhere/at/all.js') ?? '',
      /^OpenTelemetry needs packages that are not installed; run npm install @opentelemetry\/api@1\.9 /,
    )
  })
})

async function listTables(otlpEndpoint: string): Promise<void> {
  await serving({ inMemory: true, otlpEndpoint }, async (client) => {
    assert.deepEqual(await client.ask('ListTables', {}), { TableNames: [] })
  })
}
