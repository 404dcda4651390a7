/** In which zone times are shown; empty for the one of this computer. */
import { usePreference } from './preferences.js'

export function useTimeZone(): readonly [string, (zone: string) => void] {
  return usePreference('time-zone', '')
}
