/** Applies the file that says what accounts contain. A fault in it stops the start, before anything is changed. */
import { readFile } from 'node:fs/promises'
import { applySeed } from '../iam/apply-seed.js'
import type { IamOffice } from '../iam/office.js'
import { readSeed } from '../iam/seed.js'
import { SeedFault } from '../iam/seed-place.js'
import type { Engine } from '../storage/engine.js'
import { CannotStart } from './cannot-start.js'

export async function applyIamFile(engine: Engine, office: IamOffice, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    throw new CannotStart(`The IAM file ${file} cannot be read: ${code}.`, error)
  })
  try {
    await applySeed(engine, office, readSeed(text))
  } catch (error) {
    if (!(error instanceof SeedFault)) throw error
    throw new CannotStart(`The IAM file ${file} was not applied. ${error.message}`, error)
  }
}
