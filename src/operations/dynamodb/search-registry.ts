/** The operation that searches vector indexes, loaded with its first call. */
import type { Operation } from '../operation.js'
import { searchVectors } from './search-vectors.js'

export const searchOperations: readonly Operation[] = [searchVectors]
