import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Engine } from '../engine.js'
import { create, put, range, space, write } from '../engine-testing-suite.js'
import { StoreUnusable } from '../errors.js'
import { withFolder } from './child-process-suite.js'
import { requireSoundFiles, type CheckLimits } from './file-check.js'
import { openLmdbEngine } from './lmdb-engine.js'
import { readMetaPages } from './meta-pages.js'

const pageBytes = 8192

describe('the check of a file before it is opened', () => {
  it('accepts every state that commits leave behind', () =>
    withFolder(async (dataDir) => {
      const engine = await openFilled(dataDir)
      for (let round = 0; round < 60; round++) {
        await write(engine, somePuts(round))
        // Nothing is being written at this moment, so the file is as a snapshot would have it.
        await requireSoundFiles(dataDir, true)
      }
      await engine.close()
      await requireSoundFiles(dataDir, true)
    }))

  it('refuses a file that has lost pages in use, wherever it ends', () =>
    withFolder(async (dataDir) => {
      await (await openFilled(dataDir)).close()
      const whole = readFileSync(dataFile(dataDir))
      const entries = await entriesIn(dataDir)
      let refused = 0
      for (let pages = whole.length / pageBytes - 1; pages >= 2; pages -= 7) {
        const outcome = await outcomeOf(dataDir, whole.subarray(0, pages * pageBytes))
        if (typeof outcome === 'string') {
          assert.match(outcome, /data\.mdb is damaged: its end is missing\.$/)
          refused++
        } else assert.equal(outcome, entries)
      }
      assert.ok(refused > 10)
    }))

  it('refuses a file whose parts are from different moments', () =>
    withFolder(async (dataDir) => {
      const engine = await openFilled(dataDir)
      const early = readFileSync(dataFile(dataDir))
      for (let round = 0; round < 60; round++) await write(engine, somePuts(round))
      const late = readFileSync(dataFile(dataDir))
      await engine.close()
      const sentence =
        /data\.mdb is damaged: (its parts are from different moments|its pages do not)/
      for (const share of [0.01, 0.1, 0.3, 0.6]) {
        const at = Math.floor((early.length * share) / pageBytes) * pageBytes
        const torn = Buffer.concat([early.subarray(0, at), late.subarray(at)])
        assert.match(String(await outcomeOf(dataDir, torn)), sentence, `copied at ${share}`)
      }
    }))

  it('refuses a file whose newer root points elsewhere', () =>
    withFolder(async (dataDir) => {
      await (await openFilled(dataDir)).close()
      const whole = readFileSync(dataFile(dataDir))
      const { transaction, lastPage } = metaOf(dataDir)
      const newer = (transaction % 2) * pageBytes
      for (const root of [2, lastPage, lastPage + 5, 0]) {
        const changed = Buffer.from(whole)
        changed.writeBigUInt64LE(BigInt(root), newer + 136)
        assert.match(String(await outcomeOf(dataDir, changed)), /data\.mdb is damaged: its /)
      }
    }))

  it('refuses pages with damaged headers instead of crashing', () =>
    withFolder(async (dataDir) => {
      await (await openFilled(dataDir)).close()
      const whole = readFileSync(dataFile(dataDir))
      const entries = await entriesIn(dataDir)
      for (let page = 2; page < whole.length / pageBytes; page += 11) {
        const changed = Buffer.from(whole)
        randomBytes(40).copy(changed, page * pageBytes)
        const outcome = await outcomeOf(dataDir, changed)
        if (typeof outcome === 'string') assert.match(outcome, /data\.mdb is damaged: its /)
        else assert.equal(outcome, entries)
      }
    }))

  it('looks into the leaves of a copy of a folder in use, and not of one that was closed', () =>
    withFolder(async (dataDir) => {
      const copy = join(dataDir, 'copy')
      await mkdir(copy)
      const engine = await openFilled(dataDir)
      writeFileSync(dataFile(copy), withBrokenLeaves(readFileSync(dataFile(dataDir))))
      const sentence = /data\.mdb is damaged: its pages do not fit together\.$/
      await assert.rejects(requireSoundFiles(copy, false), sentence)
      await engine.close()
      writeFileSync(dataFile(copy), withBrokenLeaves(readFileSync(dataFile(dataDir))))
      await requireSoundFiles(copy, false)
      await assert.rejects(requireSoundFiles(copy, true), sentence)
    }))
})

describe('how many pages are looked at', () => {
  for (const [folder, limit] of [
    ['was closed', 'closedPagesMax'],
    ['was left by a server that ended', 'endedPagesMax'],
  ] as const) {
    it(`is limited to the page if a folder ${folder}`, () =>
      withFolder(async (dataDir) => {
        const engine = await openBranched(dataDir)
        const used = readFileSync(dataFile(dataDir))
        await engine.close()
        if (limit === 'endedPagesMax') writeFileSync(dataFile(dataDir), used)
        const limits = await limitsFinding(dataDir, limit)
        // The search for the owner finds some before any limit counts.
        const counted = limits.filter((pagesMax) => pagesMax > 1)
        assert.ok(counted.length > 5, String(limits))
        assert.equal(new Set(counted).size, counted.length, 'each page is found by its own limit')
      }))
  }

  /** For each branch, the smallest limit with which its damage is found. */
  async function limitsFinding(
    dataDir: string,
    name: keyof CheckLimits,
  ): Promise<readonly number[]> {
    const sound = readFileSync(dataFile(dataDir))
    const limits: number[] = []
    for (let page = 2; page < sound.length / pageBytes; page++) {
      const flagsAt = page * pageBytes + 18
      if ((sound.readUInt16LE(flagsAt) & 0x6f) !== 0x01) continue
      const broken = Buffer.from(sound)
      broken.writeUInt16LE(0x10, flagsAt)
      writeFileSync(dataFile(dataDir), broken)
      const found = await limitFinding(dataDir, name, sound.length / pageBytes)
      if (found !== undefined) limits.push(found)
    }
    return limits
  }

  /** Undefined if the page is free, and so never looked at. */
  async function limitFinding(
    dataDir: string,
    name: keyof CheckLimits,
    pages: number,
  ): Promise<number | undefined> {
    for (let pagesMax = 1; pagesMax <= pages; pagesMax++) {
      if (await isFound(dataDir, name, pagesMax)) return pagesMax
    }
    return undefined
  }

  async function isFound(
    dataDir: string,
    name: keyof CheckLimits,
    pagesMax: number,
  ): Promise<boolean> {
    try {
      const limits = { closedPagesMax: 1, endedPagesMax: 1, [name]: pagesMax }
      await requireSoundFiles(dataDir, false, limits)
      return false
    } catch (error) {
      assert.ok(error instanceof StoreUnusable, String(error))
      return true
    }
  }

  /** Long keys make many branches. */
  async function openBranched(dataDir: string): Promise<Engine> {
    const engine = await openLmdbEngine({ dataDir, durability: 'relaxed', straight: true })
    await write(engine, [create(space)])
    const key = (n: number) => 'k'.repeat(900) + String(n)
    for (let n = 0; n < 300; n++) await write(engine, [put(key(n), 'value')])
    return engine
  }
})

/** Breaks the leaves that hold entries of the test, not those with the records of the engine. */
function withBrokenLeaves(file: Buffer): Buffer {
  const broken = Buffer.from(file)
  for (let page = 2 * pageBytes; page < file.length; page += pageBytes) {
    const content = broken.subarray(page, page + pageBytes)
    const isLeaf = (content.readUInt16LE(18) & 0x6f) === 0x02
    if (isLeaf && !content.includes(Buffer.alloc(4, 0xff))) content.writeUInt16LE(0x10, 18)
  }
  return broken
}

/** Many pages of each kind, and some that are free. */
async function openFilled(dataDir: string): Promise<Engine> {
  const engine = await openLmdbEngine({ dataDir, durability: 'relaxed', straight: true })
  await write(engine, [create(space)])
  for (let round = 0; round < 30; round++) await write(engine, somePuts(round % 25))
  return engine
}

function somePuts(round: number) {
  const small = Array.from({ length: 60 }, (_, n) =>
    put(`k${round}.${n}`, randomBytes(10 + ((n * 37) % 900))),
  )
  return [...small, put(`big${round}`, randomBytes(20_000 + round * 3000))]
}

/** The sentence that the file is refused with, or how many entries can be read from it. */
async function outcomeOf(dataDir: string, content: Buffer): Promise<string | number> {
  const copy = join(dataDir, 'copy')
  await mkdir(copy)
  try {
    writeFileSync(dataFile(copy), content)
    return await entriesIn(copy)
  } catch (error) {
    assert.ok(error instanceof StoreUnusable, String(error))
    return error.message
  } finally {
    await rm(copy, { recursive: true })
  }
}

async function entriesIn(dataDir: string): Promise<number> {
  const engine = await openLmdbEngine({ dataDir, durability: 'relaxed', checkWhole: true })
  try {
    const [page] = await engine.read([{ ...range(), entriesMax: 1_000_000 }])
    return page.entries.length
  } finally {
    await engine.close()
  }
}

function metaOf(dataDir: string) {
  const file = openSync(dataFile(dataDir), 'r')
  try {
    const meta = readMetaPages(file)
    assert.ok(typeof meta === 'object')
    return meta
  } finally {
    closeSync(file)
  }
}

function dataFile(dataDir: string): string {
  return join(dataDir, 'data.mdb')
}
