/** A search whose client has left ends at the next step, rather than use threads and reads for nobody. */
import { ServiceError } from '../model/errors.js'
import type { VectorSearchRequest } from './search.js'

export function requireWanted({ isUnwanted }: Pick<VectorSearchRequest, 'isUnwanted'>): void {
  if (isUnwanted?.() === true) throw new ServiceError(unwantedSearch, 'The client has left.')
}

/** Nobody reads it. AWS: what it calls this is not known. */
const unwantedSearch = 'RequestAbortedException'
