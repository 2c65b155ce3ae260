import type { ProductCommand } from '../../engine/cli/index.ts';
import { platformCommands } from '../platform/cli/commands.ts';
import { deskCommand } from './desk/desk.ts';
import { ledgerCommand } from './ledger.ts';
import { rewardsCommand } from './rewards.ts';

export const commands: Readonly<Record<string, ProductCommand>> = {
  ...platformCommands,
  desk: deskCommand,
  ledger: ledgerCommand,
  rewards: rewardsCommand,
};
