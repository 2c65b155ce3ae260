import type { DeviceScope } from '../namespaces.ts';
import { browserOf } from './browser.ts';

/** Browser properties from which the device is derived. */
export interface DeviceSigns {
  userAgent: string;
  isStandalone: boolean;
  maxTouchPoints?: number;
}

export function deviceSigns(): DeviceSigns {
  const old = 'standalone' in navigator && navigator.standalone === true;
  return {
    userAgent: navigator.userAgent,
    isStandalone: old || matchMedia('(display-mode: standalone)').matches,
    maxTouchPoints: navigator.maxTouchPoints,
  };
}

/** Properties that do not change while the page lives. */
export type FixedDevice = Omit<DeviceScope, 'canInstall'>;

/** G01: the layout follows from the user agent and the markers of the settings. */
export function describeDevice({ userAgent, isStandalone, maxTouchPoints }: DeviceSigns, mobileMarkers: readonly string[]): FixedDevice {
  const lower = userAgent.toLowerCase();
  return {
    browser: browserOf(userAgent, maxTouchPoints),
    description: userAgent,
    android: lower.includes('android'),
    mobile: mobileMarkers.some((marker) => lower.includes(marker.toLowerCase())),
    standalone: isStandalone,
  };
}
