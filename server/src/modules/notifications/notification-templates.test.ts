import { describe, expect, test } from 'vitest';
import { balanceCredited, rechargeRejected, systemUpdate } from './notification-templates.ts';

describe('the notification helpers', () => {
  test('the notification of a credited balance has user, amount and administrator, and says the amount in DZD [NTF-09][NTF-12]', () => {
    expect(balanceCredited({ userId: 'u', amount: 1_234.5, adminId: 'a' })).toEqual({
      userId: 'u',
      type: 'balance_credited',
      title: 'Solde crédité',
      message: 'Votre solde a été crédité de 1234,50 DZD',
      data: { amount: 1_234.5, adminId: 'a' },
    });
  });

  test('the notification of a system update has user, title, message and version, or a default message [NTF-10]', () => {
    const words = { title: 'Nouveauté', message: 'Tout est plus rapide' };
    expect(systemUpdate({ userId: 'u', version: '3.0.0', ...words })).toEqual({
      userId: 'u',
      type: 'account_update',
      ...words,
      data: { version: '3.0.0' },
    });
    expect(systemUpdate({ userId: 'u', version: '2.1.0' }).message).toBe('La version 2.1.0 est disponible');
  });

  test('the notification of a rejected recharge has user, amount and reason, and says the amount in DZD [NTF-11][NTF-12]', () => {
    expect(rechargeRejected({ userId: 'u', amount: 3_000, reason: 'Preuve illisible' })).toEqual({
      userId: 'u',
      type: 'recharge_rejected',
      title: 'Demande rejetée',
      message: 'Votre demande de recharge de 3000 DZD a été rejetée : Preuve illisible',
      data: { amount: 3_000, reason: 'Preuve illisible' },
    });
  });

  test('a notification that names no account is refused [NTF-07]', () => {
    for (const build of [
      () => balanceCredited({ userId: '', amount: 1, adminId: 'a' }),
      () => systemUpdate({ userId: ' ', version: '1' }),
      () => rechargeRejected({ userId: '', amount: 1, reason: 'x' }),
    ]) {
      expect(build).toThrow('ID utilisateur requis');
    }
  });
});
