import { ServiceError } from '../model/errors.js'
import type { SeedPlace } from './seed-place.js'

/** Faults of what is applied name its place in the file. */
export async function namingPlace<T>(place: SeedPlace, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ServiceError ? place.told(error.message) : error
  }
}
