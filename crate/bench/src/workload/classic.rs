//! The four strings of published measurements of Huffman decoders.

use super::{Data, Strings, Workload, workloads};

/// Nine characters: a server's name.
pub const NAME: &str = "LiteSpeed";

/// 88 characters of Base64, as in a cookie.
pub const TOKEN: &str =
    "mEO7bfwFStBMwJWfW4pmg2XL25AswjrVlfcfYbxkcS2ssduZmiKoipMH9XwoTGkb+Qnq9bcjwWbwDQzsea/vMQ==";

/// [`TOKEN`] with a backslash, whose code has 19 bits, as its 49th character.
pub const BACKSLASH: &str =
    "mEO7bfwFStBMwJWfW4pmg2XL25AswjrVlfcfYbxkcS2ssduZ\\iKoipMH9XwoTGkb+Qnq9bcjwWbwDQzsea/vMQ==";

/// The opening of Jerome K. Jerome's “On Being Idle” (1886, public domain).
pub const PROSE: &str = "\
Now, this is a subject on which I flatter myself I really am au fait. The gentleman who, when I was \
young, bathed me at wisdom's font for nine guineas a term--no extras--used to say he never knew a boy \
who could do less work in more time; and I remember my poor grandmother once incidentally observing, in \
the course of an instruction upon the use of the Prayer-book, that it was highly improbable that I \
should ever do much that I ought not to do, but that she felt convinced beyond a doubt that I should \
leave undone pretty well everything that I ought to do. I am afraid I have somewhat belied half the dear \
old lady's prophecy. Heaven help me! I have done a good many things that I ought not to have done, in \
spite of my laziness. But I have fully confirmed the accuracy of her judgment so far as neglecting much \
that I ought not to have neglected is concerned. Idling always has been my strong point. I take no \
credit to myself in the matter--it is a gift. Few possess it. There are plenty of lazy people and plenty \
of slow-coaches, but a genuine idler is a rarity. He is not a man who slouches about with his hands in \
his pockets. On the contrary, his most startling characteristic is that he is always intensely busy. It \
is impossible to enjoy idling thoroughly unless one has plenty of work to do. There is no fun in doing \
nothing when you have nothing to do. Wasting time is merely an occupation then, and a most exhausting \
one. Idleness, like kisses, to be sweet must be stolen. Many years ago, when I was a young man, I was \
taken very ill--I never could see myself that much was the matter with me, except that I had a beastly \
cold. But I suppose it was something very serious, for the doctor said that I ought to have come to him \
a month before, and that if it (whatever it was) had gone on for another week he would not have answered \
for the consequences. It is an extraordinary thing, but I never knew a doctor called into any case yet \
but what it transpired that another day's delay would have rendered cure hopeless. Our medical guide, \
philosopher, and friend is like the hero in a melodrama--he always comes upon the scene just, and only \
just, in the nick of time. It is Providence, that is what it is. Well, as I was saying, I was very ill \
and was ordered to Buxton for a month, with strict injunctions to do nothing whatever all the while that \
I was there. \"Rest is what you require,\" said the doctor, \"perfect rest.\" It seemed a delightful \
prospect.";

/// Returns a workload for each string.
#[must_use]
pub fn classic() -> Vec<Workload> {
    let cases = [
        ("9", "9 characters", NAME),
        ("88", "88 characters", TOKEN),
        (
            "88-backslash",
            "88 characters, one with a long code",
            BACKSLASH,
        ),
        ("prose", "prose", PROSE),
    ];
    workloads(cases, |text| {
        Data::Strings(Strings::of_text(text.as_bytes()).into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_the_lengths_of_their_titles() {
        let cases = [(NAME, 9), (TOKEN, 88), (BACKSLASH, 88)];
        for (text, bytes) in cases {
            assert_eq!(text.len(), bytes);
        }
        assert!((2_400..2_500).contains(&PROSE.len()), "{}", PROSE.len());
        assert_eq!(BACKSLASH.as_bytes()[48], b'\\');
    }
}
