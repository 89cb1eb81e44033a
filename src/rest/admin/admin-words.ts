/** What the routes of /admin/ say alike. */
import { z } from 'zod';

export const about = { tags: ['Admin'] };
export const ofOwn = 'Needs the scope `admin`, or `keys` for the own client.';
export const clientName = z.string().max(64).meta({ description: "A client's name" });
