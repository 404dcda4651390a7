/** Light, dark, or as the system has it. */
import { useEffect, useMemo } from 'react'
import { showTimesIn } from '../design/format.js'
import { usePreference } from './preferences.js'
import { useTimeZone } from './time-zone.js'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export const densities = ['compact', 'roomy'] as const
export type Density = (typeof densities)[number]

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  return usePreference<Theme>('theme', 'system')
}

export function useDensity(): readonly [Density, (density: Density) => void] {
  return usePreference<Density>('density', 'compact')
}

/** Used once, by the application. */
export function useAppearance(): void {
  const [theme] = useTheme()
  const [density] = useDensity()
  const [zone] = useTimeZone()
  useMemo(() => showTimesIn(zone), [zone])
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'system') delete dataset['theme']
    else dataset['theme'] = theme
    dataset['density'] = density
  }, [theme, density])
}
