import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { open } from 'lmdb'
import { write } from '../engine-testing-suite.js'
import { StorageError, StoreUnusable } from '../errors.js'
import { programOutcome, printed, startProgram, withFolder } from './child-process-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'
import { ownIdentity } from './process-identity.js'
import { ownerKey } from './stored-keys.js'

const holding = `
  await openLmdbEngine({ dataDir, durability: 'durable' })
  console.log('open')
  setInterval(() => {}, 1000)`

describe('ownership of a data folder', () => {
  it('refuses a second server, in this process and in another', () =>
    withFolder(async (dataDir) => {
      const engine = await openDurable(dataDir)
      await assert.rejects(openDurable(dataDir), inUseBy(process.pid))
      const child = startProgram(
        dataDir,
        `await openLmdbEngine({ dataDir, durability: 'durable' }).catch((e) => console.log(e.message))`,
      )
      const { output } = await programOutcome(child)
      assert.match(output, inUse(process.pid))
      await write(engine, [])
      await engine.close()
      await (await openDurable(dataDir)).close()
    }))

  it('frees the folder at once when its owner is killed', () =>
    withFolder(async (dataDir) => {
      const child = startProgram(dataDir, holding)
      await printed(child, 'open')
      await assert.rejects(openDurable(dataDir), inUseBy(child.pid!))
      const ended = programOutcome(child)
      child.kill('SIGKILL')
      await ended
      // By its heartbeat alone it could be alive: the test does not wait until that is stale.
      await beat(dataDir, 0)
      const beating = setInterval(() => void beat(dataDir, 0), 500)
      await (await openDurable(dataDir)).close()
      clearInterval(beating)
    }))

  it('lets exactly one of several that start together have the folder', () =>
    withFolder(async (dataDir) => {
      const opening = Array.from({ length: 5 }, () => openDurable(dataDir))
      const outcomes = await Promise.allSettled(opening)
      const opened = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      assert.equal(opened.length, 1)
      await opened[0]!.close()
    }))

  it('takes over from a reused process id and from an owner whose heartbeat stopped', () =>
    withFolder(async (dataDir) => {
      const gone = [
        { ...ownIdentity(), startTime: '1' },
        { ...ownIdentity(), pid: 2 ** 22 + 1 },
        { ...ownIdentity(), pidNamespace: 'elsewhere' },
        { ...ownIdentity(), bootId: 'elsewhere' },
      ]
      for (const owner of gone) {
        await claimAs(dataDir, owner)
        await beat(dataDir, 11_000)
        await (await openDurable(dataDir)).close()
        assert.ok(!existsSync(join(dataDir, 'heartbeat')))
      }
    }))

  it('refuses while an owner that it cannot see shows a heartbeat', () =>
    withFolder(async (dataDir) => {
      await claimAs(dataDir, { ...ownIdentity(), pid: 99, host: 'far', pidNamespace: 'elsewhere' })
      await beat(dataDir, 0)
      const beating = setInterval(() => void beat(dataDir, 0), 500)
      const sentence = /is in use by another Gramme server \(process 99 on host far\)\.$/
      await assert.rejects(openDurable(dataDir), (error) => sentence.test((error as Error).message))
      clearInterval(beating)
    }))

  it('writes nothing more once another server has the folder', () =>
    withFolder(async (dataDir) => {
      const engine = await openDurable(dataDir)
      await write(engine, [])
      await engine.ping()
      await claimAs(dataDir, ownIdentity())
      const lost = (error: unknown) => error instanceof StorageError && error.kind === 'unavailable'
      await assert.rejects(write(engine, []), lost)
      await assert.rejects(write(engine, []), lost)
      await assert.rejects(engine.ping(), lost)
      await engine.close()
      assert.notEqual(await ownerRecord(dataDir), undefined)
    }))
})

function openDurable(dataDir: string) {
  return openLmdbEngine({ dataDir, durability: 'durable' })
}

function inUse(pid: number): RegExp {
  return new RegExp(`is in use by another Gramme server \\(process ${pid} on host .+\\)\\.$`, 'm')
}

function inUseBy(pid: number) {
  return (error: unknown) => error instanceof StoreUnusable && inUse(pid).test(error.message)
}

async function claimAs(dataDir: string, owner: object): Promise<void> {
  await withRaw(dataDir, (database) =>
    database.put(ownerKey(), Buffer.from(JSON.stringify({ ...owner, instance: 'other' }))),
  )
}

function ownerRecord(dataDir: string): Promise<Buffer | undefined> {
  return withRaw(dataDir, async (database) => database.getBinary(ownerKey()))
}

async function withRaw<T>(
  dataDir: string,
  use: (database: ReturnType<typeof openRaw>) => Promise<T>,
): Promise<T> {
  const database = openRaw(dataDir)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

function openRaw(dataDir: string) {
  return open<Buffer, Buffer>({
    path: dataDir,
    noSubdir: false,
    pageSize: 8192,
    overlappingSync: false,
    keyEncoding: 'binary',
    encoding: 'binary',
  })
}

async function beat(dataDir: string, agoMs: number): Promise<void> {
  const time = new Date(Date.now() - agoMs)
  await writeFile(join(dataDir, 'heartbeat'), '')
  await utimes(join(dataDir, 'heartbeat'), time, time)
}
