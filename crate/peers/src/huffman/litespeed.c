/* LiteSpeed's Huffman decoder has no name outside its file: the file is
 * included here whole, and the one function that is wanted gets a name. */

#include "lsqpack.c"

/* Decodes `coded` into `out`, which has `room` octets, and answers with the
 * number of octets written, or -1 where the string is refused. */
long
peers_litespeed_decode (const unsigned char *coded, size_t length,
                                        unsigned char *out, size_t room)
{
    struct lsqpack_huff_decode_state state;
    struct huff_decode_retval answer;

    state.resume = 0;
    answer = lsqpack_huff_decode(coded, (int) length, out, (int) room, &state, 1);
    return answer.status == HUFF_DEC_OK ? (long) answer.n_dst : -1;
}
