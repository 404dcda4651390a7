/** The regions and accounts that this browser has looked at, the latest first. */
import { readPreference, writePreference } from './preferences.js'

export interface UsedPlaces {
  readonly regions: readonly string[]
  readonly accounts: readonly string[]
}

const preference = 'used-places'
const nothing: UsedPlaces = { regions: [], accounts: [] }
const rememberedMax = 12

export function usedPlaces(): UsedPlaces {
  return readPreference(preference, nothing)
}

export function rememberPlace(region: string, account: string): void {
  const { regions, accounts } = usedPlaces()
  if (regions[0] === region && accounts[0] === account) return
  writePreference(preference, {
    regions: withFirst(region, regions),
    accounts: withFirst(account, accounts),
  })
}

function withFirst(first: string, others: readonly string[]): readonly string[] {
  return [first, ...others.filter((other) => other !== first)].slice(0, rememberedMax)
}

/** Where most tables of the world are. */
export const commonRegions: readonly string[] = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'eu-west-1',
  'eu-central-1',
  'ap-northeast-1',
  'ap-southeast-1',
  'ap-southeast-2',
]

/** Each region once: the one at hand, those that were used, the common ones. */
export function offeredRegions(current: string): readonly string[] {
  return [...new Set([current, ...usedPlaces().regions, ...commonRegions])]
}
