/** The implementations that Gramme is compared with. */
import { dynalite } from './dynalite.js'
import { dynamodbLocal } from './dynamodb-local.js'
import { dynoxide } from './dynoxide.js'
import type { Peer } from './peer.js'

export const peers: readonly Peer[] = [dynalite, dynoxide, dynamodbLocal]
