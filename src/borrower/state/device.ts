import type { DeviceScope } from '../namespaces.ts';

/** What the browser says of itself. */
export interface DeviceSigns {
  userAgent: string;
  isStandalone: boolean;
}

export function deviceSigns(): DeviceSigns {
  const old = 'standalone' in navigator && navigator.standalone === true;
  return { userAgent: navigator.userAgent, isStandalone: old || matchMedia('(display-mode: standalone)').matches };
}

/** G01: the layout follows from the device's description and the markers of the settings. */
export function describeDevice({ userAgent, isStandalone }: DeviceSigns, mobileMarkers: readonly string[]): DeviceScope {
  const lower = userAgent.toLowerCase();
  return {
    description: userAgent,
    android: lower.includes('android'),
    mobile: mobileMarkers.some((marker) => lower.includes(marker.toLowerCase())),
    standalone: isStandalone,
  };
}
