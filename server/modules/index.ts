import type { Module } from '../http/types.ts';
import { auth } from './auth/routes.ts';
import { customer } from './customer/routes.ts';
import { health } from './health/routes.ts';

/** Every part of the application, in the order in which they register. */
export const modules: readonly Module[] = [health, auth, customer];
